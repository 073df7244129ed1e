import { defineDeviceResource } from '@lamplight/devices/model'
import { envSensorType } from './env-sensor.device.ts'

/** Environmental sensors: screen vis.envSensor. */
export const envSensor = defineDeviceResource(envSensorType, {
  name: 'environment.envSensor',
  about: ['气象、空气质量和噪声', 'Weather, air quality and noise'],
  code: 'env_sensor',
  page: {
    path: '/visual/equipmentMana/envSensor/index',
    details: '/visual/equipmentMana/envSensor/detail',
    label: ['环境传感器', 'Environmental sensors'],
    icon: 'environment',
    sort: 40,
    parent: 'pole_network',
    find: ['name', 'sn'],
  },
  api: { base: 'blade-device/env_sensor', verbs: ['list', 'page', 'detail', 'submit', 'remove'] },
})
