import { pick, type Text } from '@lamplight/kit'
import type { Platform } from '@lamplight/server-kit'
import type { Notices } from '../model/ports.ts'
import { NOTICES } from './notice.server.ts'

/** Delay of the push until the caller has committed the row, ms. */
const AFTER_COMMIT_MS = 150
/** Key of the dictionary `notice`: 事务通知. */
const AFFAIR = '6'

export const createNotices = (platform: Platform): Notices => ({
  notify: async (query, { tenantId, userIds, title, content }) => {
    if (userIds.length === 0) return
    const id = platform.newId()
    await query(
      `insert into system_notice (id, tenant_id, title, category, release_time, user_ids, content) values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, tenantId, both(title), AFFAIR, new Date(platform.clock.now()), userIds, escaped(both(content))],
    )
    setTimeout(() => platform.live.push(tenantId, NOTICES, { id }), AFTER_COMMIT_MS).unref()
  },
})
/** A text with both languages, because one row serves readers of either. */
const both = (text: Text): string => `${pick(text, 'zh')} / ${pick(text, 'en')}`
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
