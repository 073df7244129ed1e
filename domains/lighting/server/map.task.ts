import { SIGNED_IN, type SignedIn } from '@lamplight/identity/server'
import type { Authenticator, Task } from '@lamplight/server-kit'
import { seesWholeCity, warmCity } from './whole-city.ts'

/** Makes the map of a large city ready while somebody who may see all of it is still arriving. */
export const mapTask: Task = {
  name: 'lighting.map',
  role: 'api',
  start: async (platform) => {
    const off = platform.bus.on<SignedIn>(SIGNED_IN, async ({ sessionId, tenantId }) => {
      const { who } = platform.port<Authenticator>('identity.authenticator')
      const user = (await who([sessionId])).get(sessionId)
      if (user?.permissions.has('lamp_view') && seesWholeCity(user)) await warmCity(platform, tenantId)
    })
    return async () => void off()
  },
}
