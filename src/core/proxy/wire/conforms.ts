import type * as z from 'zod/mini';
import { isRecord } from '../../base/json/parse';

type Check = (value: unknown) => boolean;

/**
 * Makes a check from a schema. For JSON, its result is that of the schema's `safeParse`, but without a copy and a list
 * of issues: for long listings, nearly all of whose entries are valid, it is much faster than zod itself (see
 * `npm run bench`).
 *
 * @throws TypeError for kinds of schema that the listings do not use, so that no value passes unchecked
 */
export function checkOf(schema: z.core.$ZodType): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // `z.url()` and `z.int()` are strings and numbers that are checks themselves.
  if ((def.checks ?? []).length > 0 || 'check' in def) throw new TypeError('a schema with further checks');
  switch (def.type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'number':
      return Number.isFinite;
    case 'optional': {
      const check = checkOf(def.innerType);
      return (value) => value === undefined || check(value);
    }
    case 'array': {
      const check = checkOf(def.element);
      return (value) => Array.isArray(value) && value.every(check);
    }
    case 'record':
      return recordCheck(checkOf(def.valueType));
    case 'object':
      return objectCheck(def.shape);
    default:
      throw new TypeError(`a schema of the kind ${def.type}`);
  }
}

function recordCheck(check: Check): Check {
  return (value) => {
    if (!isRecord(value)) return false;
    for (const name in value) if (!check(value[name])) return false;
    return true;
  };
}

function objectCheck(shape: z.core.$ZodShape): Check {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    // Most fields are usually absent; this avoids a call for them.
    const isOptional = def.type === 'optional';
    return { name, isOptional, check: checkOf(isOptional ? def.innerType : schema) };
  });
  return (value) => {
    if (!isRecord(value)) return false;
    for (const { name, isOptional, check } of fields) {
      const member = value[name];
      if (member === undefined ? !isOptional : !check(member)) return false;
    }
    return true;
  };
}
