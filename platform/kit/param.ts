import type { Text } from './text.ts'

/** Type of a parameter's value. */
export type ParamKind =
  | { readonly kind: 'text'; readonly max?: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly whole?: true; readonly unit?: string }
  | { readonly kind: 'color' }
  | { readonly kind: 'address' }
  /** Address of map tiles: a URL, or a path of this server, with `{z}`, `{x}` and `{y}`. */
  | { readonly kind: 'tiles' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'secret' }
  /** A time of the day, HH:MM. */
  | { readonly kind: 'clock' }

/** A setting of the platform that a slice reads. It is seeded once; administrators change its value at run time. */
export interface ParamDefinition {
  /** Such as `upload.max.file`; it never changes. */
  readonly key: string
  readonly label: Text
  readonly about?: Text
  readonly type: ParamKind
  /** Value in a new installation; default: empty. */
  readonly value?: string
  /** An empty value is allowed and has a meaning of its own. */
  readonly empty?: true
}

/** Every key of a secret ends like this, also of parameters that users add: lists, logs and the audit log recognise a secret by its key. */
const SECRET_KEY = /(password|secret|token)$/i
export const isSecretKey = (key: string): boolean => SECRET_KEY.test(key)

/** Declares settings. Throws if the key of a secret does not end in password, secret or token. */
export const defineParams = (params: readonly ParamDefinition[]): readonly ParamDefinition[] => {
  for (const { key, type } of params)
    if (type.kind === 'secret' && !isSecretKey(key))
      throw new Error(`parameter ${key}: the key of a secret ends in password, secret or token`)
  return params
}
