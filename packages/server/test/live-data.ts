type Change<Data> = (data: Data) => Data;

/**
 * Data that a client reads and events then change, as in the page: events between a request and its answer are applied
 * to the answer, and of two requests the later one counts. `undefined` means no data for this client.
 */
export class LiveData<Data> {
  data: Data | undefined;
  private readonly underWay = new Set<Change<Data>[]>();
  private latest = 0;

  change(change: Change<Data>): void {
    for (const changes of this.underWay) changes.push(change);
    if (this.data !== undefined) this.data = change(this.data);
  }

  async read(fetch: () => Promise<Data | undefined>, merge: Change<Data> = (data) => data) {
    this.latest++;
    const mine = this.latest;
    const data = await this.readAside(fetch, merge);
    if (mine === this.latest) this.data = data;
  }

  /** Reads other data to which the same events apply. */
  async readAside(
    fetch: () => Promise<Data | undefined>,
    merge: Change<Data> = (data) => data,
  ): Promise<Data | undefined> {
    const changes: Change<Data>[] = [];
    this.underWay.add(changes);
    try {
      const data = await fetch();
      return data && changes.reduce((changed, change) => change(changed), merge(data));
    } finally {
      this.underWay.delete(changes);
    }
  }
}
