import { defineConsole, definePage, menuPage } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { roadcabinets } from '../domain.ts'
import { board, boardVersion } from '../model/board.resource.ts'
import { cabinet } from '../model/cabinet.resource.ts'
import { cabinetGroup } from '../model/cabinet-group.resource.ts'
import { cabinetInstall } from '../model/pages.ts'
import { product } from '../model/product.resource.ts'
import { BoardTop, BoardVersionCell } from './board-links.tsx'
import { SendToCabinetGroup, SendToCabinets } from './cabinet-commands.tsx'
import { M } from './roadcabinets.messages.ts'

const editor = async () => (await import('./board-editor.page.tsx')).BoardEditorPage
const view = async () => (await import('./board-view.page.tsx')).BoardViewPage
const tabs = () => import('./cabinet-tabs.tsx')

/** Pages without menu entry and header (rule.layout.header-hidden). */
const pages = [
  ['board/ConfigPanel', ['面板配置', 'Configure panel'], 'cabinet_board_edit', editor],
  ['board/ConfigCabinet', ['机柜配置', 'Configure cabinet'], 'cabinet_board_edit', editor],
  ['board/ConfigScreen', ['屏幕配置', 'Configure screen'], 'cabinet_board_edit', editor],
  ['board/ViewPanel', ['面板查看', 'View panel'], 'cabinet_board_view', view],
  ['board/CabinetScreen', ['机柜大屏', 'Cabinet screen'], 'cabinet_board_view', view],
  [
    'productManagement/components/installConfig',
    M.installConfig,
    'cabinet_product_view',
    async () => (await import('./install-config.page.tsx')).InstallConfigPage,
  ],
] as const

export const roadcabinetsConsole = defineConsole({
  domain: roadcabinets,
  pages: [
    ...pages.map(([path, label, permission, load]) =>
      definePage({ path: `/roadCabinet/${path}`, label, permission, load, full: true, tabBy: ['id'] }),
    ),
    menuPage(cabinetInstall, { full: true, load: async () => (await import('./install.page.tsx')).InstallPage }),
  ],
  resources: [
    onConsole(cabinet, {
      find: ['sn', 'name'],
      counter: ['台', 'cabinet'],
      create: { page: cabinetInstall.path },
      empty: ['安装一个综合产品，或用表格导入', 'Install a comprehensive product, or import a sheet'],
      actions: { send: SendToCabinets },
      slots: {
        detailTabs: {
          units: { label: M.units, leads: true, body: lazy(async () => ({ default: (await tabs()).UnitsTab })) },
          records: { label: M.records, body: lazy(async () => ({ default: (await tabs()).RecordsTab })) },
        },
      },
    }),
    onConsole(board, {
      find: ['name'],
      labels: false,
      columns: { version: BoardVersionCell },
      slots: { detailTop: BoardTop },
      empty: ['新增一个看板：选择综合产品，再放置控件', 'Add a board: choose a comprehensive product, then place widgets'],
    }),
    onConsole(cabinetGroup, { find: ['groupName'], labels: false, actions: { send: SendToCabinetGroup } }),
    onConsole(product, {
      labels: false,
      empty: ['新增一个机柜型号：舱位，以及每个舱位的单元产品', 'Add a kind of cabinet: its cabins, and the unit products in them'],
      slots: {
        detailTabs: {
          layout: { label: M.layout, body: lazy(async () => ({ default: (await import('./layout-tab.tsx')).LayoutTab })) },
        },
      },
    }),
    onConsole(boardVersion, { labels: false }),
  ],
})
