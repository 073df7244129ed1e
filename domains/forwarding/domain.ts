import { defineDomain } from '@lamplight/kit'

export const forwarding = defineDomain({
  name: 'forwarding',
  label: ['告警转发', 'Forwarding'],
  about: [
    '把告警转发到其他系统（HTTP推送）和手机（短信），并记录结果',
    'Sends alarms to other systems (webhooks) and phones (SMS), and keeps a log',
  ],
  level: 8,
  dependsOn: ['system', 'identity', 'places', 'devices', 'products', 'alarms'],
})
