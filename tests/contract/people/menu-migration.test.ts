import { createDatabase, databaseUrl, dropDatabase } from '@lamplight/postgres'
import { migrate } from '@lamplight/server-kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrateBefore } from '../platform/migrations.ts'

const NAME = `test_menu_migration_${process.pid}`
const server = process.env.TEST_DATABASE_URL ?? ''
const url = databaseUrl(server, NAME)
let client: pg.Client

beforeAll(async () => {
  await createDatabase(server, NAME)
  await migrateBefore(url, '0412')
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into system_menu (id, tenant_id, parent_id, code, name, category, path) values
       (1, '000000', null, 'city', '城市照明', 1, '/city'), (2, '000000', null, 'own', '自建', 1, '/own'),
       (3, '000000', 1, 'lamp', '我的灯', 1, '/city/lampmanagement/lampinformation'),
       (4, '000000', 3, 'lamp_add', '新增', 2, '/city/lampmanagement/lampinformation/add'),
       (5, '000000', 1, 'lamp_post', '灯杆', 1, '/city/lamppost/index'),
       (6, '000000', 2, 'device_group', '分组', 1, '/city/lampGroups/index'),
       (7, '000000', 1, 'controller', '控制器', 1, '/own/controllers'),
       (8, '000000', 1, 'commandrecord', '指令记录', 1, '/city/commandRecord/index'),
       (9, '000000', 8, 'commandrecord_retry', '重试', 2, '/city/commandRecord/index/retry'),
       (10, '000000', null, 'equipment', '设备管理', 1, '/equipmentMana'), (11, '000000', null, 'visual_equipment', '设备管理', 1, '/visual/equipmentMana'),
       (12, '000000', 10, 'gateway', '网关', 1, '/equipmentMana/gateway'), (13, '000000', 12, 'gateway_add', '新增', 2, '/equipmentMana/gateway/add')`,
  )
  await migrate(url, MIGRATIONS)
})
afterAll(async () => {
  await client?.end()
  await dropDatabase(server, NAME)
})

test('vis.gateway: the pages of lamps, accessories and gateways come into their groups with their new addresses; what an administrator moved stays there', async () => {
  const { rows } = await client.query(
    'select m.code, m.name, m.path, p.code as above from system_menu m join system_menu p on p.id = m.parent_id order by m.id',
  )
  expect(rows.map(({ code, name, path, above }) => [code, name, path, above])).toEqual([
    ['lamp', '我的灯', '/city/lampmanagement/lampinformation/index', 'city_lampmanagement'],
    ['lamp_add', '新增', '/city/lampmanagement/lampinformation/index/add', 'lamp'],
    ['lamp_post', '灯杆', '/city/lampmanagement/lamppost/index', 'city_lampmanagement'],
    ['device_group', '分组', '/city/lampmanagement/lampgroup/index', 'own'],
    ['controller', '控制器', '/own/controllers', 'accessory_controllers'],
    ['commandrecord', '指令记录', '/city/controlCenter/commandRecord/index', 'control_center'],
    ['commandrecord_retry', '重试', '/city/controlCenter/commandRecord/index/retry', 'commandrecord'],
    ['gateway', '网关', '/visual/equipmentMana/gateway/index', 'pole_lighting'],
    ['gateway_add', '新增', '/visual/equipmentMana/gateway/index/add', 'gateway'],
    ['control_params', '设备参数', '/city/controlCenter/parameters', 'control_center'],
    ['accessory_controllers', '控制器', '/city/basisaccessories/controller', 'city_basisaccessories'],
    ['accessory_power', '配电', '/city/basisaccessories/supply', 'city_basisaccessories'],
    ['accessory_concentrators', '集中控制器', '/city/basisaccessories/concentrator', 'city_basisaccessories'],
    ['accessory_lora', 'LoRa', '/city/basisaccessories/lora', 'city_basisaccessories'],
    ['accessory_models', '配件与型号', '/city/basisaccessories/parts', 'city_basisaccessories'],
    ['pole_charging', '充电', '/visual/equipmentMana/charging', 'visual_equipment'],
    ['pole_lighting', '照明与配电', '/visual/equipmentMana/lighting', 'visual_equipment'],
    ['pole_media', '信息发布', '/visual/equipmentMana/media', 'visual_equipment'],
    ['pole_security', '安防设备', '/visual/equipmentMana/security', 'visual_equipment'],
    ['pole_network', '网络与环境', '/visual/equipmentMana/network', 'visual_equipment'],
    ['control_center', '控制中心', '/city/controlCenter', 'city'],
    ['city_lampmanagement', '灯具管理', '/city/lampmanagement', 'city'],
    ['city_basisaccessories', '基础配件', '/city/basisaccessories', 'city'],
  ])
})
