import type { Text } from '@lamplight/kit'
import { useT } from '../i18n/use-t.ts'
import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { api, user } from './session.ts'

const PLATFORM: Text = ['智慧照明管理平台', 'Smart Lighting Platform']
const VILLAGE: Text = ['乡村路灯管理平台', 'Village Street-lamp Platform']

/** Product name for a tenant (rule.ui.title.platform, rule.ui.title.666666, decisions.md A7). */
export const brandOf = (tenantId: string | null | undefined): Text => (tenantId === '666666' ? VILLAGE : PLATFORM)

/** The tenant of this host name with its brand (wire-contract.md 3.4); all null if the host has no tenant. */
export interface HostBrand {
  readonly tenantId: string | null
  readonly title: string | null
  readonly logo: string | null
  readonly background: string | null
  readonly captcha: boolean
}
const NOBODY: HostBrand = { tenantId: null, title: null, logo: null, background: null, captcha: false }

/** Accepts only http(s) addresses and paths of this server. */
const picture = (value: string | null): string | null => (value && /^(https?:\/\/|\/(?!\/))/i.test(value) ? value : null)

/** Parses the answer of `tenant/info`. */
export const brandFrom = (answer: unknown): HostBrand => {
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as Readonly<Record<string, unknown>>
  const text = (...names: readonly string[]): string | null => {
    const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '')
    return typeof found === 'string' ? found : null
  }
  return {
    tenantId: text('tenantId'),
    title: text('title', 'tenantName'),
    logo: picture(text('logoUrl', 'logo')),
    background: picture(text('backgroundUrl')),
    captcha: fields.captchaMode === true,
  }
}

const kept = createState<HostBrand>(storage.read<HostBrand>('brand') ?? NOBODY)

/** Returns the tenant of this host as last stored. */
export const storedTenant = (): string | null => kept.get().tenantId

/** Loads the tenant of this host; the last stored answer is used until then. */
export const loadBrand = async (): Promise<HostBrand> => {
  const answer = await api
    .get<unknown>('blade-system/tenant/info', { domain: window.location.origin }, { open: true, quiet: true })
    .catch(() => undefined)
  if (answer === undefined) return kept.get()
  const found = brandFrom(answer)
  storage.write('brand', found)
  kept.set(found)
  return found
}

/** Brand of this host (rule.ui.title.landing): its own title, else the product name for the tenant. */
export const useBrand = (): { readonly title: string; readonly logo: string | null; readonly background: string | null } => {
  const t = useT()
  const host = useStateOf(kept)
  const who = useStateOf(user)
  return { title: host.title ?? t(brandOf(who?.tenantId ?? host.tenantId)), logo: host.logo, background: host.background }
}
