import type { RouteInput } from '@lamplight/server-kit'
import type { Site } from './passkeys.ts'

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/**
 * The address the browser is at, by the request: its `Origin`, where that is of the host it called, else the host itself. A page elsewhere cannot
 * make itself another host's: browsers set both.
 */
export const siteOf = (headers: RouteInput['headers']): Site => {
  const host = textOf(headers['x-forwarded-host']) || textOf(headers.host)
  const origin = textOf(headers.origin)
  if (URL.canParse(origin) && new URL(origin).host === host) return { origin, rpId: new URL(origin).hostname }
  const made = `${textOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'}://${host}`
  return URL.canParse(made) ? { origin: new URL(made).origin, rpId: new URL(made).hostname } : { origin: '', rpId: '' }
}
