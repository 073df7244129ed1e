import type { SliceRows } from '@lamplight/testing'

export const solarRows: SliceRows = {
  words: async ({ one, row }) => ({
    'SCANNED-LAMP': String((await one('select sn from solar_lamp where id = $1', [await row('solar.lamp')])).sn),
  }),
}
