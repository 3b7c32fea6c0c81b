/* In ES5, because an old browser cannot read the app's scripts. An app that starts all the same replaces the words. */
if (
  !(
    "noModule" in document.createElement("script") &&
    "CSS" in window &&
    // Chrome 89.
    window.CSS.supports("selector(::file-selector-button)") &&
    // Safari 16.
    window.CSS.supports("overscroll-behavior: none") &&
    // Firefox 98 and 102.
    "HTMLDialogElement" in window &&
    "showModal" in window.HTMLDialogElement.prototype &&
    "TransformStream" in window
  ) &&
  document.getElementById("root").firstChild === null
) {
  document.getElementById("root").textContent =
    "Este navegador é antigo demais para o Lâmina. Atualize-o, ou use o Chrome 89, o Safari 16 (iOS 16), o Firefox 115 ou um mais novo. No Android, atualize também o “Android System WebView” na Play Store.";
}
