import type { SliceRows } from '@lamplight/testing'

export const concentratorRows: SliceRows = {
  rows: {
    /** A lamp that is bound to a concentrator. */
    'cabinets.concentratorLamp': async ({ writer, row, first }) => {
      const [concentratorId, lampId] = [await row('cabinets.concentrator'), await row('lighting.lamp')]
      const { code, msg } = await writer.post('/api/blade-city/concentrator/bind/lamps', { concentratorId, lampIds: lampId })
      if (code !== 200) throw new Error(`bind/lamps: ${msg}`)
      return first('cabinets_concentrator_lamp', `lamp_id = ${lampId} and not is_deleted`)
    },
  },
}
