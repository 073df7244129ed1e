import type { SliceRows } from '@lamplight/testing'

const BASE = '/api/blade-visual/visual'
let made = 0

export const dashboardsRows: SliceRows = {
  rows: {
    /** A published dashboard without a password, so that its link can be opened. */
    'dashboards.visual': async ({ writer }) => {
      made += 1
      const { data } = await writer.post<{ id: string }>(`${BASE}/submit`, { title: `大屏样例${made}`, status: 1 })
      return data.id
    },
    /** The first version of a dashboard. The server stored it with the dashboard. */
    'dashboards.visualVersion': async ({ row, first }) =>
      first('dashboards_visual_version', `visual_id = ${await row('dashboards.visual')} and not is_deleted`),
  },
  words: async ({ one, row }) => {
    const share = await one('select share_code as code from dashboards_visual_share where id = $1', [await row('dashboards.visualShare')])
    return { 'board-0001': String(share.code) }
  },
}
