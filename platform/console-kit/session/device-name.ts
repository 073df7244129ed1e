/** Short name of a browser from its user agent: `Chrome · Windows`. */
export const deviceName = (agent: string): string => {
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? ''
  const browser = /Edg|OPR|Firefox|MicroMessenger|Chrome|Safari/.exec(agent)?.[0] ?? agent.slice(0, 40)
  return [browser.replace('Edg', 'Edge').replace('OPR', 'Opera').replace('MicroMessenger', 'WeChat'), system].filter(Boolean).join(' · ')
}
