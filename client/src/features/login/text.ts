/** Words of the login page. */
export const text = {
  title: "Entrar",
  lead: "Irrigue na hora certa, na medida certa.",
  userName: "Usuário",
  password: "Senha",
  submit: "Entrar",
  byCode: "Primeiro acesso ou esqueci a senha",
  userNameMissing: "Informe o usuário",
  passwordMissing: "Informe a senha",
  policy: "Política de privacidade",
  demo: "Dados simulados",
  demoHint: "Escolha um usuário de demonstração:",
  demoFarm: "Esta é uma fazenda de demonstração.",
} as const;
