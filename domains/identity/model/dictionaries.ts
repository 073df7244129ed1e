import { defineDictionaries } from '@lamplight/kit'

/** Dictionaries of wire contract 4.4, decisions.md A43 and A44. */
export const identityDictionaries = defineDictionaries([
  {
    code: 'sex',
    name: ['性别', 'Sex'],
    entries: [
      ['1', '男', 'Male'],
      ['2', '女', 'Female'],
    ],
  },
  {
    code: 'user_type',
    name: ['用户平台', 'Kind of user'],
    entries: [
      ['1', 'WEB', 'Web'],
      ['2', 'APP', 'App'],
      ['3', 'OTHER', 'Other'],
    ],
  },
  {
    code: 'org_category',
    name: ['机构类型', 'Kind of department'],
    entries: [
      ['1', '公司', 'Company'],
      ['2', '部门', 'Department'],
      ['3', '小组', 'Team'],
    ],
  },
  {
    code: 'post_category',
    name: ['岗位类型', 'Position type'],
    entries: [
      ['1', '高层', 'Senior'],
      ['2', '中层', 'Middle'],
      ['3', '基层', 'Staff'],
      ['4', '其他', 'Other'],
    ],
  },
  {
    code: 'data_scope_type',
    name: ['数据权限类型', 'Data scope'],
    entries: [
      ['1', '全部可见', 'All'],
      ['2', '本人可见', 'Own'],
      ['3', '所在机构可见', 'Own department'],
      ['4', '所在机构及子级可见', 'Own department and below'],
      ['5', '自定义', 'Custom'],
    ],
  },
  {
    code: 'api_scope_type',
    name: ['接口权限类型', 'API scope'],
    entries: [
      ['1', '系统接口', 'System'],
      ['2', '业务接口', 'Business'],
    ],
  },
])
