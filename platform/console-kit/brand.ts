import type { Text } from '@lamplight/kit'

const PLATFORM: Text = ['智慧照明管理平台', 'Smart Lighting Platform']
const VILLAGE: Text = ['乡村路灯管理平台', 'Village Street-lamp Platform']

/** Name of the product for a tenant (rule.ui.title.platform, rule.ui.title.666666, decisions.md A7). */
export const brandOf = (tenantId: string | null | undefined): Text => (tenantId === '666666' ? VILLAGE : PLATFORM)
