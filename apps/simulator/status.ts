import type { Text } from '@lamplight/kit'
import type { CityStats } from '@lamplight/virtual-city'

/** Returns one line about the state of the city; `before` was taken `seconds` earlier. */
export const statusLine = (now: CityStats, before: CityStats, seconds: number): Text => {
  const count = (value: number): string => value.toLocaleString('en-US')
  const reports = ((now.reports - before.reports) / seconds).toFixed(seconds < 1 ? 0 : 1)
  const time = new Date(now.now).toISOString().slice(0, 16).replace('T', ' ')
  const { received, refused, unreachable } = now.commands
  const [gateways, lamps] = [`${count(now.connected)}/${count(now.gateways)}`, `${count(now.lit)}/${count(now.lamps)}`]
  const others: Text = now.devices ? [`  其他设备 ${count(now.devices)}`, `  other devices ${count(now.devices)}`] : ['', '']
  return [
    `${time}Z  网关 ${gateways}  亮灯 ${lamps}${others[0]}  上报 ${reports}/秒  指令 ${count(received)}（失败 ${count(refused + unreachable)}）${now.refused ? `  拒绝连接 ${count(now.refused)}` : ''}`,
    `${time}Z  gateways ${gateways}  lit ${lamps}${others[1]}  reports ${reports}/s  commands ${count(received)} (failed ${count(refused + unreachable)})${now.refused ? `  connections refused ${count(now.refused)}` : ''}`,
  ]
}
