/** A small docs/spec with one of everything that can be cited. */
export const SPEC: Readonly<Record<string, string>> = {
  'docs/spec/rules.tsv': 'id\tslice\tarea\trule\tside\nrule.shop.lock\t\tsession\tFive failures lock.\tserver\n',
  'docs/spec/screens.tsv': [
    'id\tslice\tkind\troute\tdomain\twhat',
    'shop.al.list\tM1\tscreen\t/shop/alarm\talarms\t告警列表 / Alarms',
    'shop.map\t\tscreen\t/shop/map\tplaces\t地图 / Map',
    '',
  ].join('\n'),
  'docs/spec/calls/blade-bell.tsv': [
    'id\tslice\tmethod\tpath\tparams\tbehaviour\tgiven',
    'bell.list\tM1\tGET\t/api/blade-bell/bell/list\tcurrent,size\talarms\tfull',
    'bell.send\tM1\tPOST\t/api/blade-bell/bell/{id}/send\tids[]\tsends\tpartial',
    'bell.count\tM1\tGET\t/api/blade-bell/bell/count\t\tcounts\tpartial',
    '',
  ].join('\n'),
  'docs/spec/decisions.md':
    '# Decisions\n\n## A. Single points\n\n### A1. Page sizes\n\nTen.\n\n### A28. Fault alert\n\nOnce.\n\n## C. State machines\n\n### C1. Work orders\n',
  'docs/spec/wire-contract.md': '# The wire contract\n\n## 2. Transport\n\n### 2.5 Error bodies\n\n## 9. Socket\n',
  'docs/spec/slices/m1-alarms.md': '# M1 · Alarms\n\n## Easily missed\n\n1. Not an answer.\n\n## Answers\n\n1. One.\n8. Eight.\n',
  'docs/adr/0029-rights.md': '# 0029 Rights\n',
}
