/** Texts of the lists of installation checks and bindings. */
export const C = {
  installNone: [
    '没有未通过检查的控制器；没有额定功率或功率读数的不核对功率',
    'No controller failed a check. Power is not checked where nominal power or reading is missing',
  ],
  again: ['检查', 'Check'],
  againAll: ['重新检查 {n} 台', 'Check {n} again'],
  againAsk: ['重新检查 {n} 台控制器？', 'Check {n} controller{n:s} again?'],
  againText: [
    '读取每台控制器的实时状态和功率，不改变亮灯；结果显示在本页',
    'Reads state and power of each controller; lamps do not change. The results appear here',
  ],
  back: ['返回全部未通过项', 'Back to all failed checks'],
  unbind: ['解除绑定', 'Unbind'],
  unbindAsk: ['解除 {child} 与 {parent} 的绑定？', 'Unbind {child} from {parent}?'],
  unbindText: ['解除后可随时重新绑定', 'It can be bound again at any time'],
  unbound: ['已解除绑定', 'Unbound'],
} as const
