import { A, route } from '@lamplight/server-kit'

/** Loopback addresses: only programs on the broker's machine can use them. */
const LOOPBACK = /^(127\.|::1$|localhost$)/i

/** Returns the configured addresses of the broker. For a listener on all interfaces it returns the host name of the request. */
export const addresses = route({
  method: 'GET',
  path: '/api/blade-device/gateway/unregistered/address',
  summary: ['网关接入地址', 'Addresses at which gateways connect'],
  permission: 'gateway_assign',
  returns: A.list(A.named('BrokerAddress', A.of({ url: A.text, local: A.yes }))),
  handler: async ({ ctx, origin }) =>
    (ctx.platform.mqtt.listeners ?? []).map(({ scheme, host, port }) => {
      const name = host ?? new URL(origin).hostname
      return {
        url: `${scheme}://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`,
        local: host !== null && LOOPBACK.test(host),
      }
    }),
})

export const brokerAddressRoutes = [addresses]
