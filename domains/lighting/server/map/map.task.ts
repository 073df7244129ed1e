import { SIGNED_IN } from '@lamplight/identity/model'
import { authenticatorPort, type Task } from '@lamplight/server-kit'
import { seesWholeCity, warmCity } from '../demo/whole-city.ts'
import { warmBaseMaps } from './base-maps.ts'

/** Makes base maps at the start, and the packet of a large city when a user who sees all of it signs in. */
export const mapTask: Task = {
  name: 'lighting.map',
  role: 'api',
  start: async (platform) => {
    void warmBaseMaps(platform)
    const off = platform.bus.on(SIGNED_IN, async ({ sessionId, tenantId }) => {
      const { who } = platform.port(authenticatorPort)
      const user = (await who([sessionId])).get(sessionId)
      if (user?.permissions.has('lamp_view') && seesWholeCity(user)) await warmCity(platform, tenantId)
    })
    return async () => void off()
  },
}
