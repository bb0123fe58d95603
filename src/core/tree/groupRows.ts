import { countsOf, type Group, groupOf, type Inventory } from '../traefik/inventory';
import { kindsOf, type Protocol, protocols } from '../traefik/model';
import type { EndpointNode, GroupNode, ProtocolNode } from './nodes';
import { counted, groupNames, itemNames, NOT_IN_THIS_VERSION, numberText, protocolNames } from './words';

/** HTTP, TCP and UDP, each with what it has. */
export function protocolsOf(parent: EndpointNode, inventory: Inventory): ProtocolNode[] {
  return protocols.map((protocol) => {
    const label = protocolNames[protocol];
    const description = protocolDescription(protocol, inventory);
    return {
      type: 'protocol',
      parent,
      id: `${parent.id}/${protocol}`,
      endpointId: parent.endpointId,
      protocol,
      label,
      description,
      spoken: `${label}, ${description}`,
    };
  });
}

function protocolDescription(protocol: Protocol, inventory: Inventory): string {
  const parts = kindsOf(protocol).flatMap((kind) => {
    const group = groupOf(inventory, protocol, kind);
    switch (group?.state) {
      case 'read':
        return counted(group.items.size, itemNames[kind].toLowerCase());
      case 'failed':
        return `${kind} not read`;
      default:
        return [];
    }
  });
  return parts.length === 0 ? NOT_IN_THIS_VERSION : parts.join(', ');
}

/** The kinds that a protocol has, each with its count. */
export function groupsOf(parent: ProtocolNode, inventory: Inventory): GroupNode[] {
  const { protocol, endpointId } = parent;
  return kindsOf(protocol).flatMap((kind) => {
    const group = groupOf(inventory, protocol, kind);
    if (group === undefined) return [];
    const description = groupDescription(group);
    return {
      type: 'group',
      parent,
      id: `${parent.id}/${kind}`,
      endpointId,
      protocol,
      kind,
      label: groupNames[kind],
      description,
      spoken: `${protocolNames[protocol]} ${kind}, ${description.replace(' · ', ', ')}`,
    };
  });
}

function groupDescription(group: Group): string {
  switch (group.state) {
    case 'missing':
      return NOT_IN_THIS_VERSION;
    case 'failed':
      return 'not read';
    case 'read': {
      const { total, warnings, errors } = countsOf(group);
      const problems = [
        ...(errors === 0 ? [] : [`${numberText(errors)} with errors`]),
        ...(warnings === 0 ? [] : [`${numberText(warnings)} with warnings`]),
      ];
      return [numberText(total), ...(problems.length === 0 ? [] : [problems.join(', ')])].join(' · ');
    }
  }
}
