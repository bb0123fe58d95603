import { type Declaration, isAboutMissing } from '../model/declaration';
import { type PlacedText, unknownPart } from '../source/placedText';

/** Objects of a partly read container: the missing parts are unknown, because another file may have them. */
export function partialDeclarations(declared: readonly Declaration[]): readonly Declaration[] {
  return declared.map((one): Declaration => {
    const { router, service, middleware, checked, doubtful, at } = one;
    const unknown: PlacedText = { ...at, value: unknownPart, places: 'none' };
    return {
      ...one,
      content: unknownPart,
      checked: checked?.filter((value) => !isAboutMissing(value)),
      doubtful: doubtful?.filter((value) => !isAboutMissing(value)),
      router: router && { ...router, rule: router.rule ?? unknown, service: router.service ?? unknown },
      service: service && { ...service, types: service.types.length === 0 ? ['loadBalancer'] : service.types },
      middleware: middleware === undefined || middleware.types.length === 0 ? undefined : middleware,
    };
  });
}
