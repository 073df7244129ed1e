import { A, type Ctx, formatTime, route, T } from '@lamplight/server-kit'
import type { Attention } from '../model/index.ts'
import { readableSources } from './finding-sources.ts'

/** Largest number of findings on the home page. */
const MAX_FINDINGS = 10

/** Open findings of all slices that the user may see: the most severe first, then the newest. */
export const readAttention = async (
  ctx: Ctx,
  places: { readonly projectId: string; readonly areaId: string },
  limit = MAX_FINDINGS,
): Promise<Attention> => {
  const sources = readableSources(ctx)
  const answers = await Promise.all(sources.map(({ open }) => open?.(ctx, { limit, ...places }) ?? { total: 0, found: [] }))
  return {
    isRead: sources.length > 0,
    total: answers.reduce((sum, { total }) => sum + total, 0),
    found: answers
      .flatMap(({ found }) => found)
      .toSorted((a, b) => a.severity - b.severity || b.at.getTime() - a.at.getTime())
      .slice(0, limit)
      .map(({ at, streets, ...rest }) => ({ ...rest, streets: [...streets], since: formatTime(at, ctx.zone) })),
  }
}

export const AttentionReturns = A.of({
  isRead: A.yes,
  total: A.int,
  found: A.list(
    A.of({
      id: A.id,
      severity: A.int,
      level: A.text,
      what: A.text,
      place: A.text,
      since: A.time,
      lamps: A.int,
      streets: A.list(A.text),
      next: A.text,
      href: A.text,
    }),
  ),
})

/** The open findings for the overview. Written by hand: it joins the findings of several slices. */
export const attention = route({
  method: 'GET',
  path: '/api/blade-report/dashboard/attention',
  summary: ['待处理的事件', 'What needs attention'],
  example: { query: {} },
  permission: 'dashboard_view',
  query: T.Object({
    projectId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
    areaId: T.Optional(T.String({ pattern: '^\\d{0,19}$' })),
  }),
  returns: AttentionReturns,
  handler: ({ ctx, query }) => readAttention(ctx, { projectId: query.projectId ?? '', areaId: query.areaId ?? '' }),
})
