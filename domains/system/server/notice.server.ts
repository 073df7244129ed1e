import { onServer, wordOf } from '@lamplight/server-kit'
import { notice } from '../model/notice.resource.ts'
import { cleanHtml } from './files/clean-html.ts'

export const NOTICES = 'notices'

/** Rich text is cleaned before it is stored. */
export const noticeServer = onServer(notice, {
  joined: { sql: '', fields: { categoryName: wordOf('notice', 't.category') } },
  beforeWrite: async ({ draft }) => (draft.content ? { ...draft, content: (await cleanHtml(draft.content)) || null } : draft),
  afterWrite: async ({ ctx, row }) => {
    const { live } = ctx.platform
    void ctx.afterCommit(() => live.push(row.tenantId, NOTICES, { id: row.id }))
  },
})
