import { isSecretKey, type ParamKind, SECRET_MASK, type Text } from '@lamplight/kit'

/** Replaces a secret in lists, forms and exports; if a client sends it back, the secret is unchanged. */
export const PARAM_MASK = SECRET_MASK

/** Type of a parameter: as declared by a slice, else a secret if the key ends in password, secret or token, else a text. */
export const paramKind = (key: string, declared?: ParamKind): ParamKind => declared ?? { kind: isSecretKey(key) ? 'secret' : 'text' }

/** The same for a row, which stores the declared type as JSON. */
export const kindOfRow = ({ paramKey, valueType }: { readonly paramKey?: string | null; readonly valueType?: string | null }): ParamKind =>
  paramKind(paramKey ?? '', valueType ? (JSON.parse(valueType) as ParamKind) : undefined)

const isAddress = (value: string): boolean => /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value)

const isTiles = (value: string): boolean => {
  const one = value.replace(/\{[a-z-]\}/g, '1')
  return ['{z}', '{x}', '{y}'].every((part) => value.includes(part)) && (isAddress(one) || /^\/[^/\s]\S*$/.test(one))
}

/** Returns why `value` does not fit the type, or null. Empty values are checked elsewhere. */
export const wrongParam = (type: ParamKind, value: string): Text | null => {
  switch (type.kind) {
    case 'flag':
      return ['true', 'false', '1', '0'].includes(value) ? null : ['应为 true 或 false', 'must be true or false']
    case 'number': {
      const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
      const fits = number >= type.min && number <= type.max && (!type.whole || Number.isInteger(number))
      return fits ? null : [`应为 ${type.min} 至 ${type.max} 的数`, `must be a number from ${type.min} to ${type.max}`]
    }
    case 'color':
      return /^#[0-9a-f]{6}$/i.test(value) ? null : ['应为 #RRGGBB 颜色', 'must be a colour as #RRGGBB']
    case 'address':
      return isAddress(value) ? null : ['应为 http(s) 地址', 'must be an http(s) address']
    case 'tiles':
      return value.length <= 500 && isTiles(value)
        ? null
        : ['应为含 {z}、{x}、{y} 的 http(s) 地址', 'must be an http(s) address with {z}, {x} and {y}']
    case 'choice':
      return type.values.includes(value) ? null : [`应为 ${type.values.join('、')} 之一`, `must be one of ${type.values.join(', ')}`]
    case 'clock':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : ['应为 HH:MM 时间，如 02:30', 'must be a time as HH:MM, such as 02:30']
    case 'secret':
      return value.length <= 200 ? null : ['不能超过200个字符', 'must have at most 200 characters']
    case 'text':
      return value.length <= (type.max ?? 4000)
        ? null
        : [`不能超过${type.max ?? 4000}个字符`, `must have at most ${type.max ?? 4000} characters`]
  }
}
