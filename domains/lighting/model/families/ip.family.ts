import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

const OCTET = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const address = (zh: string, en: string, example: string) =>
  f.text({
    label: [zh, en],
    max: 15,
    required: true,
    emptyWhen: { dhcp: { eq: true } },
    example,
    match: { pattern: `${OCTET}(\\.${OCTET}){3}`, text: ['应为 IPv4 地址', 'must be an IPv4 address'] },
  })

/** Network address of a device (controller.batch.set.ip). With DHCP the addresses may be empty. */
export const ip = defineParamFamily({
  name: 'ip',
  label: ['IP 地址', 'IP address'],
  code: 'ip',
  types: ['controller'],
  fields: {
    dhcp: f.flag({ label: ['自动获取', 'DHCP'], required: true, initial: true }),
    ip: address('IP 地址', 'IP address', '192.168.1.20'),
    mask: address('子网掩码', 'Subnet mask', '255.255.255.0'),
    gateway: address('网关', 'Gateway', '192.168.1.1'),
    dns: address('DNS', 'DNS', '192.168.1.1'),
  },
  ops: ['get', 'set'],
  risky: true,
  call: 'ip',
})
