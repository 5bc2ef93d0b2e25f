# One program with its pages in a small image. Built from the checkout: docker build -t mizan .
FROM rust:1.95-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs npm
WORKDIR /mizan
COPY . .
RUN cargo xtask build

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /var/lib/mizan mizan
COPY --from=build /mizan/target/release/mizan /usr/local/bin/mizan
USER mizan
WORKDIR /var/lib/mizan
VOLUME /var/lib/mizan
ENV MIZAN_ENV=production DATA_DIR=/var/lib/mizan LISTEN=0.0.0.0:3000
EXPOSE 3000
ENTRYPOINT ["mizan"]
CMD ["serve"]
