import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { channel, networkId, SPREADING } from './radio.ts'

/** Radio settings of LoRa devices (lora.control.batch.set.loraModuleConfig). Frequencies are those of CN470 (470 to 510 MHz), EU868, AS923 and US915. */
export const moduleConfig = defineParamFamily({
  name: 'loraModuleConfig',
  label: ['LoRa模块配置', 'LoRa module config'],
  code: 'lora_config',
  types: ['loraModule', 'lora', 'loraRoot'],
  fields: {
    frequency: f.number({
      label: ['频率', 'Frequency'],
      unit: 'MHz',
      min: 410,
      max: 928,
      decimals: 1,
      required: true,
      initial: 470.3,
      list: true,
    }),
    bandwidth: f.choice(
      { 125: ['125 kHz', '125 kHz'], 250: ['250 kHz', '250 kHz'], 500: ['500 kHz', '500 kHz'] },
      { label: ['带宽', 'Bandwidth'], required: true, initial: 125 },
    ),
    spreading: f.choice(SPREADING, { label: ['扩频因子', 'Spreading factor'], required: true, initial: 9, list: true }),
    codingRate: f.choice(
      { 5: ['4/5', '4/5'], 6: ['4/6', '4/6'], 7: ['4/7', '4/7'], 8: ['4/8', '4/8'] },
      { label: ['编码率', 'Coding rate'], required: true, initial: 5 },
    ),
    power: f.int({ label: ['发射功率', 'Transmit power'], unit: 'dBm', min: 0, max: 22, required: true, initial: 17, list: true }),
    channel,
    networkId,
    interval: f.int({ label: ['上报间隔', 'Report interval'], unit: 's', min: 30, max: 86_400, required: true, initial: 300 }),
  },
  ops: ['get', 'set'],
  call: 'loramoduleconfig',
  calls: {
    'POST blade-city/lora/control/batch/get/loraModuleConfig': { op: 'get', target: 'batch', ids: 'ids' },
    'POST blade-city/lora/control/batch/set/loraModuleConfig': { op: 'set', target: 'batch', ids: 'ids' },
  },
  data: { list: 'blade-sun/loramoduleconfigdata/page', detail: 'blade-sun/loramoduleconfigdata/detail', right: 'lora_module_view' },
})
