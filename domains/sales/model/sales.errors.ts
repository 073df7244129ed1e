import { defineErrors } from '@lamplight/kit'
import { CHOOSE_TENANT } from './texts.ts'

export const salesErrors = defineErrors({
  notYours: { status: 400, text: ['该租户不存在或不属于您', 'The tenant does not exist or is not yours'] },
  chooseTenant: { status: 400, text: CHOOSE_TENANT },
  severalTenants: { status: 400, text: ['一次只能操作一个租户的角色', 'Choose roles of one tenant at a time'] },
  notASalesperson: { status: 400, text: ['目标用户不是可用的销售人员', 'The chosen user is not an active salesperson'] },
  ownTenantsOnly: { status: 400, text: ['只能转移自己的租户', 'You can transfer only your own tenants'] },
  samePerson: { status: 400, text: ['转出人与接收人相同', 'The old and the new owner are the same person'] },
  noAdministrator: { status: 400, text: ['该租户没有管理员账号', 'This tenant has no administrator'] },
  hasLamps: { status: 400, text: ['该租户已有灯具，不再生成示范数据', 'The tenant already has lamps; no demo data is generated'] },
  treeTooDeep: { status: 400, text: ['最多{levels}级、{most}个节点', 'At most {levels} levels and {most} node{most:s}'] },
})
