/** Name of the device's database, apart from the code that opens it, which the login page does not load. */
export const DATABASE_NAME = "lamina";
