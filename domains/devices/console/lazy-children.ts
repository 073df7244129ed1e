import { lazy } from 'react'

/** Lists the registered devices of a gateway, and the serial numbers that it reports but that are not registered. */
export const GatewayChildren = lazy(async () => ({ default: (await import('./gateway-tabs.tsx')).GatewayChildren }))
