import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { BOARD_KINDS } from './board-content.ts'

const version = (label: readonly [string, string]) => f.int({ label, min: 1, max: 1_000_000, required: true, example: 1 })

/** Boards of comprehensive products (screen cab.screen; slice V1, answer 3): the contents and commands of panels, cabinets and screens. */
export const board = defineResource({
  name: 'roadcabinets.board',
  label: ['机柜看板', 'Cabinet board'],
  about: ['面板、机柜和屏幕上显示的内容与指令', 'What panels, cabinets and screens show and command'],
  code: 'cabinet_board',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/roadCabinet/board/index',
    icon: 'dashboard',
    sort: 10,
    parent: 'road_cabinet_board',
    label: ['机柜看板', 'Cabinet boards'],
    find: ['name'],
  },
  api: { base: 'blade-visual/integratedProduct/board', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['看板名称', 'Board name'], required: true, unique: true, max: 60, list: true, search: true }),
    kind: f.choice(BOARD_KINDS, { label: ['类型', 'Kind'], required: true, initial: 1, form: 'create', list: true, search: 'in' }),
    productId: f.ref('roadcabinets.product', {
      label: ['综合产品', 'Comprehensive product'],
      required: true,
      form: 'create',
      list: true,
      search: true,
    }),
    version: f.int({
      label: ['版本', 'Version'],
      min: 0,
      max: 1_000_000,
      form: false,
      list: { width: 200 },
      hint: ['修改内容时须给出所编辑的版本', 'A change of the content must give the version that was edited'],
    }),
    content: f.text({
      label: ['内容', 'Content'],
      max: 60_000,
      multiline: true,
      form: false,
      alone: true,
      hidden: true,
      example: '{"items":[]}',
      hint: ['JSON：items 控件', 'JSON with the widgets (items)'],
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  actions: {
    restore: {
      label: ['恢复版本', 'Restore a version'],
      on: 'row',
      roles: 'write',
      input: { restored: version(['要恢复的版本', 'Version to restore']) },
    },
  },
  io: { export: true },
})

/** The contents of all versions of boards, including the present one. */
export const boardVersion = defineResource({
  name: 'roadcabinets.boardVersion',
  label: ['看板版本', 'Board version'],
  about: ['看板最近 50 个版本的内容', 'The last 50 versions of each board'],
  code: 'cabinet_board_version',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-visual/integratedProduct/board/version', verbs: ['list', 'detail'] },
  title: 'version',
  list: { sort: '-version' },
  page: {
    path: '/roadCabinet/board/version',
    label: ['看板版本', 'Board versions'],
    icon: 'book',
    sort: 20,
    parent: 'road_cabinet_board',
    hidden: true,
  },
  fields: {
    boardId: f.ref('roadcabinets.board', { label: ['看板', 'Board'], readonly: true, list: true, search: true }),
    version: f.int({ label: ['版本', 'Version'], readonly: true, list: true, search: true }),
    account: f.text({ label: ['保存人', 'Saved by'], readonly: true, max: 60, list: true }),
    content: f.text({ label: ['内容', 'Content'], readonly: true, max: 60_000, multiline: true, alone: true, hidden: true }),
  },
  indexes: [['boardId', 'version']],
  io: { export: true },
})
