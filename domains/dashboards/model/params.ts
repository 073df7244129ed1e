import { defineParams } from '@lamplight/kit'

export const dashboardsParams = defineParams([
  {
    key: 'console.landing.hiddenNames',
    label: ['系统导航隐藏的名称', 'Home shortcuts that are hidden'],
    about: ['名称，逗号分隔', 'Names, separated by commas'],
    type: { kind: 'text' },
    empty: true,
  },
  {
    key: 'console.lightMoveCar.url',
    label: ['一键挪车的地址', 'Address of the car-moving entry'],
    about: ['https 地址，在新窗口打开；为空时不显示该入口', 'Opened in a new window; empty: the entry is hidden'],
    type: { kind: 'address' },
    empty: true,
  },
])
