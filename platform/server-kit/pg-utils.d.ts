/** What pg's own types leave out: how a value is written as a parameter. */
declare module 'pg/lib/utils.js' {
  export const prepareValue: (value: unknown) => string | Buffer | null
}
