import { f } from '@lamplight/fields/model'
import { defineResource, PICTURES } from '@lamplight/kit'
import { DEFAULT_SIZE, SIDE_LEAST, SIDE_MOST } from './visual-content.ts'

const BASE = 'blade-visual/visual'
const side = (label: readonly [string, string], initial: number) =>
  f.int({ label, min: SIDE_LEAST, max: SIDE_MOST, initial, unit: 'px', list: { width: 100 }, example: initial })

/** Visual dashboards (rule.visual.fields): the editor changes a draft; viewers see the version that was published last. */
export const visual = defineResource({
  name: 'dashboards.visual',
  label: ['可视化大屏', 'Visual dashboard'],
  about: ['设计、预览、发布和分享大屏', 'Dashboards for walls and desks: design, preview, publish and share them'],
  code: 'visual_board',
  scope: 'tenant',
  roles: { read: 'home', write: 'write', export: 'export' },
  title: 'title',
  page: {
    path: '/visual/largeScreen/list',
    icon: 'dashboard',
    sort: 20,
    parent: 'visual_screens',
    label: ['大屏管理', 'Visual dashboards'],
    find: ['title'],
  },
  api: { base: BASE, verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    title: f.text({ label: ['大屏名称', 'Title'], required: true, unique: true, max: 60, list: true, search: true }),
    version: f.int({
      label: ['版本', 'Version'],
      min: 0,
      max: 1_000_000,
      form: false,
      list: { width: 190 },
      hint: ['修改内容时须给出所编辑的版本', 'A change of the content must give the version that was edited'],
    }),
    category: f.dict('visual_category', { label: ['分类', 'Category'], initial: '1', list: true, search: true }),
    status: f.choice(
      { 0: ['未发布', 'Not published'], 1: ['已发布', 'Published'] },
      { label: ['状态', 'Status'], initial: 0, example: 0, form: false, list: true, search: true },
    ),
    width: side(['宽度', 'Width'], DEFAULT_SIZE.width),
    height: side(['高度', 'Height'], DEFAULT_SIZE.height),
    locked: f.flag({
      label: ['访问需要密码', 'Password needed'],
      hint: ['分享链接的访问者须输入密码', 'Viewers of the shared link must enter the password'],
      list: true,
    }),
    password: f.secret({
      label: ['访问密码', 'Password'],
      match: { pattern: '.{4,64}', text: ['须有4至64个字符', 'must have 4 to 64 characters'] },
    }),
    shared: f.flag({ label: ['公开分享', 'Public'], from: 'dashboards.shared', list: true, form: false }),
    onScreen: f.flag({ label: ['用于数据大屏', 'On the data screen'], readonly: true, list: true }),
    publishedVersion: f.int({ label: ['已发布版本', 'Published version'], readonly: true }),
    content: f.text({
      label: ['内容', 'Content'],
      max: 200_000,
      multiline: true,
      form: false,
      alone: true,
      hidden: true,
      example: '',
      hint: ['JSON：config 配置和 items 控件', 'JSON with the settings (config) and the widgets (items)'],
    }),
    files: f.file({
      label: ['图片和视频', 'Pictures and videos'],
      accept: [...PICTURES, 'mp4'],
      many: 20,
      megabytes: 50,
      form: false,
      hidden: true,
    }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    publish: { label: ['发布', 'Publish'], on: 'row', roles: 'write' },
    withdraw: { label: ['取消发布', 'Withdraw'], on: 'row', roles: 'write', disabledWhen: { status: { eq: 0 } } },
    copy: { label: ['复制', 'Copy'], on: 'row', roles: 'write' },
    screen: { label: ['用于数据大屏', 'Show on the data screen'], on: 'row', roles: 'write', disabledWhen: { status: { eq: 0 } } },
    restore: {
      label: ['恢复版本', 'Restore a version'],
      on: 'row',
      roles: 'write',
      input: {
        restored: f.int({ label: ['要恢复的版本', 'Version to restore'], min: 1, max: 1_000_000, required: true, example: 1 }),
      },
    },
  },
  io: { export: true },
})

/** The contents of the last versions of dashboards. */
export const visualVersion = defineResource({
  name: 'dashboards.visualVersion',
  label: ['大屏版本', 'Dashboard version'],
  about: ['大屏最近 50 个版本的内容', 'The last 50 versions of each dashboard'],
  code: 'visual_board_version',
  scope: 'tenant',
  roles: { read: 'home', write: 'write', export: 'export' },
  api: { base: `${BASE}/version`, verbs: ['list', 'detail'] },
  title: 'version',
  list: { sort: '-version' },
  page: {
    path: '/visual/largeScreen/version',
    label: ['大屏版本', 'Dashboard versions'],
    icon: 'book',
    sort: 40,
    parent: 'visual_screens',
    hidden: true,
  },
  fields: {
    visualId: f.ref('dashboards.visual', { label: ['大屏', 'Dashboard'], readonly: true, list: true, search: true }),
    version: f.int({ label: ['版本', 'Version'], readonly: true, list: true, search: true }),
    account: f.text({ label: ['保存人', 'Saved by'], readonly: true, max: 60, list: true }),
    content: f.text({ label: ['内容', 'Content'], readonly: true, max: 200_000, multiline: true, alone: true, hidden: true }),
  },
  indexes: [['visualId', 'version']],
  io: { export: true },
})

/**
 * Links with which anybody sees a published dashboard without an account (decisions.md A66). They show what the user who made the link may see; removing
 * the link ends them at once.
 */
export const visualShare = defineResource({
  name: 'dashboards.visualShare',
  label: ['大屏分享', 'Shared dashboard'],
  about: [
    '持有链接的人无需登录即可查看已发布的大屏；删除后立即失效',
    'Anyone with the link sees the published dashboard without an account, until the link is removed',
  ],
  code: 'visual_board_share',
  scope: 'tenant',
  roles: 'access',
  title: 'name',
  page: {
    path: '/visual/largeScreen/share',
    icon: 'globe',
    sort: 30,
    parent: 'visual_screens',
    label: ['大屏分享', 'Shared dashboards'],
  },
  api: { base: `${BASE}/share`, verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['用途', 'Purpose'], required: true, max: 50, list: true, search: true }),
    visualId: f.ref('dashboards.visual', { label: ['大屏', 'Dashboard'], required: true, form: 'create', list: true, search: true }),
    shareCode: f.text({ label: ['分享码', 'Share code'], max: 40, readonly: true }),
    expireTime: f.time({
      label: ['有效期至', 'Expires'],
      list: true,
      hint: ['为空则一直有效，直到删除', 'Empty: valid until it is removed'],
    }),
    enabled: f.flag({ label: ['启用', 'Enabled'], initial: true, list: true }),
    seenTime: f.time({ label: ['最近访问', 'Last viewed'], readonly: true, list: true }),
  },
  indexes: [['visualId']],
  io: { export: true },
})
