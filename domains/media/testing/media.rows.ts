import { exampleDevice } from '@lamplight/kit'
import type { SliceRows } from '@lamplight/testing'

const STRATEGY = { name: '已发布策略', type: 1, periods: [{ days: 127, on: '07:00', off: '23:00' }] }

export const mediaRows: SliceRows = {
  rows: {
    /** Log of a strategy that was published to a screen without a gateway, so that its only detail has failed. */
    'media.onOffLog': async ({ writer, tenantId, first }) => {
      const made = async (path: string, body: object): Promise<string> => {
        const { code, msg, data } = await writer.post<{ id: string }>(path, body)
        if (code !== 200) throw new Error(`${path}: ${msg}`)
        return data.id
      }
      const deviceIds = await made('/api/blade-media/info_screen/submit', { sn: `SCREEN-${tenantId}`, name: '无网关屏' })
      const strategyId = await made('/api/blade-strategy/strategy/submit', STRATEGY)
      await made('/api/blade-media/on_off_strategy/publish', { strategyId, deviceIds })
      return first('media_on_off_log', `row_id = ${strategyId}`)
    },
    'media.onOffDetail': async ({ row, first }) => first('media_on_off_detail', `log_id = ${await row('media.onOffLog')}`),
  },
  words: async ({ one, row }) => ({
    [exampleDevice({ name: 'sn.camera' })]: String(
      (await one('select sn from media_camera where id = $1', [await row('media.camera')])).sn,
    ),
  }),
}
