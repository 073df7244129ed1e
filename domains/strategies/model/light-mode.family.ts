import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'
import { rulesWords } from './level-words.ts'
import { RUN_MODES } from './run-modes.ts'

/** The light mode that a controller stores. The family has no calls of its own: enabling and disabling light modes sends it. */
export const lightModeFamily = defineParamFamily({
  name: 'lightMode',
  label: ['亮灯模式', 'Light mode'],
  code: 'lightmode',
  types: ['controller'],
  fields: {
    mode: f.choice({ 0: ['默认', 'Default'], ...RUN_MODES }, { label: ['运行方式', 'Run mode'], required: true }),
    rules: f.text({
      label: ['亮灯规则', 'Rules'],
      max: 500,
      inWords: rulesWords,
      technical: true,
      hint: ['18:30=100/100：起始时间=亮度/有人时亮度', '18:30=100/100: from=level/level on motion'],
    }),
  },
  ops: ['get', 'set'],
})
