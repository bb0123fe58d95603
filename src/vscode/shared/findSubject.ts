import * as vscode from 'vscode';
import type { SubjectRef } from '../../core/proxy/model/subject';
import type { Connections } from './connections';
import { NO_LONGER_LISTED } from './content';
import { type Sight, see } from './sights';
import { subjectRefOf } from './uris';

/**
 * What a command is about, as it was last read; says so where the proxy does not list it any more. Anyone may call a
 * command with anything: undefined where the argument names nothing.
 *
 * @throws RequestFailure where nothing could be read
 */
export async function findSubject(
  connections: Connections,
  argument: unknown,
): Promise<(Sight & { readonly ref: SubjectRef }) | undefined> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined) return undefined;
  const sight = await see(connections, ref);
  if (sight !== undefined) return { ...sight, ref };
  void vscode.window.showWarningMessage(NO_LONGER_LISTED);
  return undefined;
}
