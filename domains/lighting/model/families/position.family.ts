import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { decimal, offset, SUN, whole } from '../family-fields.ts'

/** Reports of a device's position: screen sun.gps. */
export const gpsInfo = defineParamFamily({
  name: 'gpsInfo',
  label: ['GPS信息', 'GPS information'],
  code: 'gpsinfo',
  types: ['controller', 'solarLamp'],
  fields: {
    enable: f.flag({ label: ['启用定位', 'Positioning'], required: true, initial: true, list: true }),
    reportInterval: whole(['定位间隔', 'Interval'], 'min', [1, 10_080, 1440], { list: true }),
  },
  reads: {
    longitude: f.number({ label: ['经度', 'Longitude'], unit: '°', decimals: 6 }),
    latitude: f.number({ label: ['纬度', 'Latitude'], unit: '°', decimals: 6 }),
    satellites: f.int({ label: ['卫星数', 'Satellites'] }),
  },
  ops: ['get', 'set'],
  call: 'gpsinfo',
  template: {
    ...SUN,
    name: 'lighting.gpsInfo',
    label: ['GPS信息模板', 'GPS preset'],
    base: 'blade-sun/gpsinfo',
    page: '/sun/param/gpsinfo',
  },
  data: { list: 'blade-sun/gpsinfodata/page' },
})

/** Position by which a device computes sunset and sunrise: screen sun.lonlat. */
export const lonLat = defineParamFamily({
  name: 'lonLat',
  label: ['经纬度控制', 'Longitude and latitude'],
  code: 'lonlatctr',
  types: ['controller', 'solarLamp'],
  fields: {
    longitude: decimal(['经度', 'Longitude'], '°', [-180, 180, 112.938814], 6, { list: true }),
    latitude: decimal(['纬度', 'Latitude'], '°', [-90, 90, 28.228209], 6, { list: true }),
    sunsetOffset: offset(['日落偏移', 'Sunset offset'], { list: true }),
    sunriseOffset: offset(['日出偏移', 'Sunrise offset'], { list: true }),
  },
  ops: ['get', 'set'],
  call: 'lonlat',
  template: {
    ...SUN,
    name: 'lighting.lonLatCtr',
    label: ['经纬度控制模板', 'Longitude and latitude preset'],
    base: 'blade-sun/lonlatctr',
    page: '/sun/param/lonlatctr',
  },
  data: { list: 'blade-sun/lonlatctrdata/page' },
})
