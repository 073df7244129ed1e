import { onDevice } from '@lamplight/devices/server'
import { solarLamp, solarLampType } from '../model/index.ts'

export const solarLampServer = onDevice(solarLamp, solarLampType, {
  filters: { groupId: { sql: 't.id = any(array(select m.device_id from devices_group_members m where m.group_id = $))', type: 'id' } },
})
