import { fieldError, onServer } from '@lamplight/server-kit'
import { AUDIENCE, notice } from '../model/notice.resource.ts'
import { cleanHtml } from './clean-html.ts'

/** Browsers are told when the row can be read. */
const AFTER_COMMIT_MS = 150
export const NOTICES = 'notices'

/** Rich text is cleaned before it is kept; who is meant must be named. */
export const noticeServer = onServer(notice, {
  beforeWrite: ({ ctx, draft, old }) => {
    const now = { ...old, ...draft }
    for (const [audience, field] of [
      [AUDIENCE.depts, 'deptIds'],
      [AUDIENCE.roles, 'roleIds'],
      [AUDIENCE.users, 'userIds'],
    ] as const)
      if (now.audience === audience && !now[field]?.length) {
        const [zh, en] = notice.fields[field].options.label
        throw fieldError(field, [`请选择${zh}`, `${en} is required`], ctx.lang)
      }
    return draft.content ? { ...draft, content: cleanHtml(draft.content) || null } : draft
  },
  afterWrite: async ({ ctx, row }) => {
    const { live } = ctx.platform
    setTimeout(() => live.push(row.tenantId, NOTICES, { id: row.id }), AFTER_COMMIT_MS).unref()
  },
})
