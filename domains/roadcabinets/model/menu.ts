import { defineMenu } from '@lamplight/kit'
import { cabinetInstall } from './pages.ts'

/** Pages that are not the list of a resource, and hidden entries that only carry rights (screens rt.cab.*, rule.perm.add.administrator). */
export const roadcabinetsMenu = defineMenu([
  cabinetInstall,
  // Hidden: this entry carries the rights. The console adds the visible group of products to the menu of administrators (menu-additions.ts).
  {
    code: 'cabinet_product',
    label: ['综合产品', 'Comprehensive products'],
    path: '/roadCabinet/productManagement/ComprehensiveProduct',
    icon: 'cluster',
    sort: 50,
    parent: 'road_cabinet_system',
    resource: 'roadcabinets.product',
    hidden: true,
  },
  {
    code: 'cabinet_board_version',
    label: ['看板版本', 'Board versions'],
    path: '/roadCabinet/board/version',
    icon: 'book',
    sort: 20,
    parent: 'road_cabinet_board',
    resource: 'roadcabinets.boardVersion',
    hidden: true,
  },
])
