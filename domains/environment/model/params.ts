import { defineParams } from '@lamplight/kit'

export const WEATHER_URL = 'weather.url'

export const environmentParams = defineParams([
  {
    key: WEATHER_URL,
    label: ['天气预报地址', 'Address of the weather forecast'],
    about: [
      'https 地址，返回 Open-Meteo 格式的 daily 数据；为空时不显示预报',
      'An https address that answers with daily data in the format of Open-Meteo. Empty: no forecast is shown',
    ],
    type: { kind: 'text', max: 500 },
    empty: true,
  },
])
