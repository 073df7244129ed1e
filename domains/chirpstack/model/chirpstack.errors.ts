import { defineErrors } from '@lamplight/kit'

export const chirpstackErrors = defineErrors({
  addressRefused: { status: 400, text: ['不允许访问该地址', 'This deployment does not allow the address'] },
  tooManyServers: { status: 400, text: ['最多可有{n}个服务器', 'A tenant has at most {n} servers'] },
  serverInUse: { status: 400, text: ['服务器仍有 {n} 个节点，不能删除', 'The server still has {n} node{n:s} and cannot be deleted'] },
  codecInUse: { status: 400, text: ['编解码仍有 {n} 个节点使用，不能删除', 'The codec is used by {n} node{n:s} and cannot be deleted'] },
  nodeInGroup: {
    status: 400,
    text: ['节点仍在组播组 {group} 中，不能删除', 'The node is in the multicast group {group} and cannot be deleted'],
  },
  groupedNode: {
    status: 400,
    text: ['节点仍在组播组 {group} 中，不能更换', 'cannot be changed: the node is in the multicast group {group}'],
  },
  otherApplication: { status: 400, text: ['服务器没有该应用', 'The server does not have this application'] },
  mixedGroup: {
    status: 400,
    text: ['组内节点应属于所选服务器，并使用同一编解码', 'The nodes of a group must belong to its server and use one codec'],
  },
  noApi: { status: 400, text: ['请先填写服务器的REST API地址和密钥', 'Enter the REST API address and token of the server first'] },
})
