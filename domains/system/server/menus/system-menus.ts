import { onServer, type Platform } from '@lamplight/server-kit'
import { circleEntry } from '../../model/system-menu.resource.ts'

export const systemMenuServer = onServer(circleEntry, {})

const LOCK = 7_263_603
/** Initial entries of the circle; those that administrators change or remove stay as they are. */
const CIRCLE: readonly (readonly [path: string, zh: string, en: string, icon: string])[] = [
  ['/city', '城市照明', 'City lighting', 'bulb'],
  ['/sun', '太阳能照明', 'Solar lighting', 'sun'],
  ['/visual', '智慧灯杆', 'Smart poles', 'dashboard'],
  ['/intelligentInstitute', '智慧院所', 'Smart institute', 'home'],
  ['/roadCabinet', '道路机柜', 'Road cabinets', 'hdd'],
  ['/smartCity', '智慧城市', 'Smart city', 'globe'],
  ['/work', '工单运维', 'Work orders', 'group'],
  ['/storeHouse', '仓储管理', 'Warehouse', 'tray'],
  ['/report', '统计报表', 'Reports', 'chart'],
  ['/sales', '销售管理', 'Sales', 'team'],
  ['/system', '系统管理', 'System', 'setting'],
  ['/lightMoveCar/index', '一键挪车', 'Move a car', 'pin'],
]

export const seedSystemMenus = (platform: Platform): Promise<void> =>
  platform.system.tx(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [LOCK])
    const known = new Set((await query<{ path: string }>('select path from system_system_menu')).map(({ path }) => path))
    for (const [at, [path, zh, en, icon]] of CIRCLE.entries())
      if (!known.has(path))
        await query(
          `insert into system_system_menu (id, tenant_id, path, name, en_name, source, sort, enabled) values ($1, '000000', $2, $3, $4, $5, $6, true)`,
          [platform.newId(), path, zh, en, icon, at + 1],
        )
  })
