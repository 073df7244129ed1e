/** Address to which the banner returns who has signed in as a user of a tenant. */
export const USERS_PATH = '/sales/user'
