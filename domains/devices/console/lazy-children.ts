import { lazy } from 'react'

/** The registered devices of a gateway, and the serial numbers it reports that are not registered. */
export const GatewayChildren = lazy(async () => ({ default: (await import('./gateway-tabs.tsx')).GatewayChildren }))
