import { SECRET_MASK, type Text } from '@lamplight/kit'

/** What the value of a parameter is. */
export type ParamKind =
  | { readonly kind: 'text'; readonly max?: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly whole?: true; readonly unit?: string }
  | { readonly kind: 'color' }
  | { readonly kind: 'address' }
  /** Where the tiles of a map are: an address, or a path of this server, with `{z}`, `{x}` and `{y}`. */
  | { readonly kind: 'tiles' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'secret' }
  /** A time of the day, HH:MM. */
  | { readonly kind: 'clock' }

interface KnownParam {
  readonly key: string
  readonly type: ParamKind
  /** Empty has a meaning of its own: none, or what ships with the platform. */
  readonly empty?: true
}

/** A whole number of megabytes, 1 at least. */
const megabytes = (key: string, max: number): KnownParam => ({ key, type: { kind: 'number', min: 1, max, whole: true, unit: 'MB' } })

const QUOTA_MOST = 100_000_000

/** Parameters whose values are known; others are plain texts. Slices that ship parameters of their own name them here by key. */
export const KNOWN_PARAMS: readonly KnownParam[] = [
  { key: 'account.initPassword', type: { kind: 'secret' } },
  { key: 'account.captcha', type: { kind: 'flag' } },
  { key: 'account.registerUser', type: { kind: 'flag' } },
  { key: 'map.tileUrl', type: { kind: 'tiles' }, empty: true },
  { key: 'map.tileCrs', type: { kind: 'choice', values: ['wgs84', 'gcj02'] } },
  { key: 'console.lightMoveCar.url', type: { kind: 'address' }, empty: true },
  { key: 'console.landing.hiddenNames', type: { kind: 'text' }, empty: true },
  { key: 'console.dataScreen.tenantIds', type: { kind: 'text' }, empty: true },
  { key: 'console.themeColor', type: { kind: 'color' }, empty: true },
  { key: 'invite.expireHours', type: { kind: 'number', min: 1, max: 8760, whole: true, unit: 'h' } },
  { key: 'log.keepDays', type: { kind: 'number', min: 1, max: 3650, whole: true, unit: 'd' } },
  { key: 'audit.keepDays', type: { kind: 'number', min: 30, max: 36_500, whole: true, unit: 'd' }, empty: true },
  { key: 'backup.at', type: { kind: 'clock' }, empty: true },
  { key: 'backup.keep', type: { kind: 'number', min: 1, max: 1000, whole: true } },
  megabytes('upload.max.inventory', 64),
  megabytes('upload.max.picture', 64),
  megabytes('upload.max.file', 64),
  megabytes('upload.quota.tenant', QUOTA_MOST),
  megabytes('upload.quota.user', QUOTA_MOST),
]
const byKey = new Map(KNOWN_PARAMS.map((param) => [param.key, param]))

/** Keys whose values may be empty. */
export const EMPTY_PARAMS: readonly string[] = KNOWN_PARAMS.filter(({ empty }) => empty).map(({ key }) => key)
/** What stands in place of a secret, in lists, forms and exports; sent back it leaves the secret as it is. */
export const PARAM_MASK = SECRET_MASK

/** What the value behind `key` is; a key that ends in password, secret or token holds a secret whoever made it. */
export const paramKind = (key: string): ParamKind =>
  byKey.get(key)?.type ?? (/(password|secret|token)$/i.test(key) ? { kind: 'secret' } : { kind: 'text' })

const isAddress = (value: string): boolean => /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value)

const isTiles = (value: string): boolean => {
  const one = value.replace(/\{[a-z-]\}/g, '1')
  return ['{z}', '{x}', '{y}'].every((part) => value.includes(part)) && (isAddress(one) || /^\/[^/\s]\S*$/.test(one))
}

/** Why `value` cannot be the value of the parameter `key`, or null. An empty value is judged elsewhere. */
export const wrongParam = (key: string, value: string): Text | null => {
  const type = paramKind(key)
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
