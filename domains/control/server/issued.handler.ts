import { deviceTypesPort } from '@lamplight/devices/model'
import { pick } from '@lamplight/kit'
import { A, type AnswerOf, formatTime, page, pageWindow, type Route, type RouteInput, route, T } from '@lamplight/server-kit'
import { STATUS } from '../model/index.ts'
import { issuedRows } from './issued.ts'
import { ITEM_RETURNS, wireItem } from './items.ts'
import { commandWords } from './recent-commands.ts'
import { createReader, inputOf } from './wire-input.ts'

const MOST_ROWS = 1000
const IssuedReturns = A.named('IssuedCommand', A.of({ ...ITEM_RETURNS, text: A.text, at: A.time, account: A.text, deviceTypeName: A.text }))
export type IssuedCommand = AnswerOf<typeof IssuedReturns>
/** Parameters of the catalogue's paging that are filters of the list of records under another name. */
const NAMES = { startDate: 'createTime_datege', endDate: 'createTime_datele' } as const
const text = (description: string) => T.Optional(T.String({ maxLength: 200, description }))

/**
 * Lists one row per device and command, as decided for issuecommand.pageList (slice P). By hand because the rows are packed in the ledger: no resource
 * has them. The filters are those of the list of command records.
 */
const issued = (path: string, summary: readonly [string, string], statuses: readonly number[] | null): Route =>
  route({
    method: 'GET',
    path: `/api/blade-city/${path}`,
    summary,
    example: { query: { current: 1, size: 10 } },
    permission: 'commandrecord_view',
    query: T.Object({
      current: T.Optional(T.Integer({ minimum: -1, maximum: 1_000_000, description: 'page, from 1' })),
      size: T.Optional(T.Integer({ minimum: 1, maximum: MOST_ROWS })),
      account: text('operator, a part of the name'),
      targetText: text('target, a part of the name'),
      commandText: text('command in words, a part'),
      automatic: T.Optional(
        T.Integer({ minimum: 0, maximum: 1, description: '0: commands of people, 1: those that the platform sent by itself' }),
      ),
      startDate: text('yyyy-MM-dd HH:mm:ss'),
      endDate: text('yyyy-MM-dd HH:mm:ss'),
      system: T.Optional(
        T.Integer({ description: 'only commands to devices of a system: 2 city lighting, 200 solar, 3 smart poles, 4 institutes' }),
      ),
    }),
    checksItself: true,
    returns: A.page(IssuedReturns),
    handler: async (input) => {
      const { ctx } = input
      const reader = createReader(inputOf((input as RouteInput).query, undefined), ctx)
      const current = Math.max(1, reader.int('current', -1, 1_000_000) ?? 1)
      const { limit, offset } = pageWindow({ current, size: reader.int('size', 1, MOST_ROWS) ?? 10 }, MOST_ROWS)
      for (const name of Object.keys(NAMES)) reader.moment(name)
      reader.int('automatic', 0, 1)
      reader.int('system', 0, 1000)
      const filter = Object.fromEntries(
        Object.entries(reader.input).map(([name, value]) => [NAMES[name as keyof typeof NAMES] ?? name, value]),
      )
      const { rows, total } = await issuedRows(ctx, filter, { offset, limit, statuses })
      const types = ctx.platform.port(deviceTypesPort)
      const records = rows.map((row) => ({
        ...wireItem(row, ctx),
        text: commandWords(row, ctx),
        at: formatTime(row.queued_at, ctx.zone),
        account: row.account ?? '',
        deviceTypeName: pick(types.typeOf(row.type ?? 0)?.label ?? ['', ''], ctx.lang),
      }))
      return page(records, total, current, limit)
    },
  })

export const issuedRoutes: readonly Route[] = [
  issued('issuecommand/pageList', ['下发指令', 'Issued commands'], null),
  issued('issuecommandfail/pageListFail', ['下发失败的指令', 'Failed commands, one row for each device'], [STATUS.failed, STATUS.timedOut]),
]
