import { defineConsole, definePage, menuPage } from '@lamplight/console-kit'
import { alsoAt, FixedParamsContext, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { products } from '../domain.ts'
import { productInterface } from '../model/interface.resource.ts'
import { forwardingInterfaces, integratedDevices, productInterfaces } from '../model/pages.ts'
import { terminalConfig } from '../model/terminal-config.resource.ts'
import { E } from './product.messages.ts'

const UNITS = '/roadCabinet/productManagement/UnitProduct'
/** Lists of products: in the system of cabinets, and for all tenants in 设备管理. Each has the editor at `/edit`. */
const LISTS = [UNITS, '/equipmentMana/productType'] as const

const inputs = () => import('./terminal-inputs.tsx')
const TypeInput = lazy(async () => ({ default: (await inputs()).TypeInput }))
const SupplierInput = lazy(async () => ({ default: (await inputs()).SupplierInput }))
const ModelInput = lazy(async () => ({ default: (await inputs()).ModelInput }))
const SensorsInput = lazy(async () => ({ default: (await inputs()).SensorsInput }))

/**
 * Interfaces of alarm forwarding belong to no product (slice M1, answer 9). Not by `category`: the inputs of the lists send fixed
 * parameters too, and products have a category of their own.
 */
const FORWARDING = { typeId_null: '1' } as const
const PORTS = { typeId_notnull: '1' } as const

/** The list of the product management has the ports; /system/interface has the addresses of alarm forwarding. */
const ports: ResourceConsole = onConsole(productInterface, {
  link: productInterfaces.path,
  labels: false,
  pages: {
    list: async () => {
      const { ResourceList } = await import('@lamplight/console-kit/list')
      return () => (
        <FixedParamsContext value={PORTS}>
          <ResourceList console={ports} />
        </FixedParamsContext>
      )
    },
  },
  empty: [
    '端口在单元产品中定义：新增或编辑单元产品时添加；转发地址在转发目标中添加',
    'Ports are defined in unit products: add them when you edit a unit product. Addresses are added as forwarding targets',
  ],
})

export const productsConsole = defineConsole({
  domain: products,
  pages: [
    definePage({
      path: '/roadCabinet/productManagement',
      label: E.management,
      permission: 'device_type_view',
      load: async () => (await import('./management.page.tsx')).ManagementPage,
    }),
    ...alsoAt({
      resource: productInterface.name,
      label: forwardingInterfaces.label,
      permission: 'product_interface_view',
      list: forwardingInterfaces.path,
      fixed: FORWARDING,
    }),
    ...alsoAt({
      resource: 'devices.type',
      label: E.units,
      permission: 'device_type_view',
      list: UNITS,
      details: `${UNITS}/details`,
    }),
    ...LISTS.map((list) =>
      definePage({
        path: `${list}/edit`,
        label: E.edit,
        permission: 'device_type_view',
        tabBy: ['id'],
        under: list,
        load: async () => (await import('./product.page.tsx')).productPageOf(list),
      }),
    ),
    menuPage(integratedDevices, { load: async () => (await import('@lamplight/devices/console')).loadTypedList() }),
  ],
  resources: [
    ports,
    onConsole(terminalConfig, {
      labels: false,
      inputs: { typeCode: TypeInput, supplierCode: SupplierInput, model: ModelInput, sensors: SensorsInput },
    }),
  ],
})
