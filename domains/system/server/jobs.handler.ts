import { exampleId } from '@lamplight/kit'
import { A, page, type Route, route, T } from '@lamplight/server-kit'
import { systemErrors } from '../model/system.errors.ts'
import { countOpen, JOBS_AT_MOST, JobReturns, listJobs, stopJob } from './jobs.ts'

const BASE = '/api/blade-system/jobs'

export const jobList = route({
  method: 'GET',
  path: `${BASE}/page`,
  summary: ['任务列表', 'Your jobs, newest first; with the right jobs_all those of the tenant'],
  permission: 'jobs_view',
  query: T.Object({
    current: T.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    size: T.Integer({ minimum: 1, maximum: 200, default: 10 }),
    kind: T.Optional(T.Union([T.Literal(''), T.Literal('import'), T.Literal('export'), T.Literal('mission'), T.Literal('backup')])),
    state: T.Optional(T.Union([T.Literal(''), T.Literal('open'), T.Literal('ended')])),
    own: T.Optional(T.Integer({ minimum: 0, maximum: 1, description: '1: the own ones alone' })),
  }),
  returns: A.page(JobReturns),
  handler: async ({ ctx, query: { current, size, kind, state, own } }) => {
    const filter = { ...(kind ? { kind } : {}), ...(state ? { state } : {}), own: own === 1 }
    const [rows, total] = await listJobs(ctx, filter, Math.min(current, JOBS_AT_MOST), size)
    return page(rows, total, current, size)
  },
})

export const runningJobs = route({
  method: 'GET',
  path: `${BASE}/running`,
  summary: ['进行中的任务数', 'Number of your jobs in progress, without commands'],
  permission: 'jobs_view',
  returns: A.count,
  handler: async ({ ctx }) => ({ count: await countOpen(ctx) }),
})

const stop = route({
  method: 'POST',
  path: `${BASE}/stop`,
  summary: ['停止任务', 'Stop a job'],
  example: { body: { source: 'kit.export', id: exampleId('kit.job') } },
  permission: 'jobs_view',
  body: T.Object({ source: T.String({ maxLength: 100 }), id: T.String({ pattern: '^\\d{1,19}$' }) }),
  returns: A.done,
  handler: async ({ ctx, body }) => {
    if (!(await stopJob(ctx, body.source, body.id))) throw systemErrors.jobOver({})
    return {}
  },
})

export const jobRoutes: readonly Route[] = [jobList, runningJobs, stop]
