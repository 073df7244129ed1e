/** Type of a function of `pg` that its types do not declare: it serialises a parameter. */
declare module 'pg/lib/utils.js' {
  export const prepareValue: (value: unknown) => string | Buffer | null
}
