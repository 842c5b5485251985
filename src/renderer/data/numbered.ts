/** Things with their places, which tell equal ones apart where the list never changes its order. */
export function numbered<T>(items: readonly T[]): { place: number; item: T }[] {
  return items.map((item, place) => ({ place, item }));
}
